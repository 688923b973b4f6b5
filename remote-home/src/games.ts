export interface Game {
  /** The slug of its project; its texts are below `home.games.<slug>`. */
  slug: string;
  /** A literal path: a deploy checks that every named picture exists. */
  picture: string;
  /** Set once the game is out. */
  play?: string;
}

/** The games, the newest published one first. */
export const games: readonly Game[] = [
  {
    slug: 'truffle-trumps',
    picture: 'games/truffle-trumps',
    play: 'https://rubin-schwein.itch.io/truffle-trumps',
  },
  { slug: 'mud-inc', picture: 'games/mud-inc', play: 'https://rubin-schwein.itch.io/mud-inc' },
  { slug: 'wall-and-order', picture: 'games/wall-and-order' },
];
