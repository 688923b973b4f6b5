/** A game with a tile on the home page. */
export interface Game {
  /** That of its project; its texts stand below `home.games.<slug>`. */
  slug: string;
  /** Written out: a deploy checks that every picture that is named is there. */
  picture: string;
  /** Where it can be played, once it is out. */
  play?: string;
}

/** The games, the newest that is out first. */
export const games: readonly Game[] = [
  {
    slug: 'truffle-trumps',
    picture: 'games/truffle-trumps',
    play: 'https://rubin-schwein.itch.io/truffle-trumps',
  },
  { slug: 'mud-inc', picture: 'games/mud-inc', play: 'https://rubin-schwein.itch.io/mud-inc' },
  { slug: 'wall-and-order', picture: 'games/wall-and-order' },
];
