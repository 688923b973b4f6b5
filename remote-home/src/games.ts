/** The games, as the tiles show them. */
export const games = [
  game('truffleTrumps', 'games/truffle-trumps', '/portfolio#truffle-trumps'),
  game('mudInc', 'games/mud-inc', '/portfolio#mud-inc'),
  game('wallAndOrder', 'games/wall-and-order', '/portfolio#wall-and-order'),
];

/** Paths are written out: a deploy checks that every picture that is named is there. */
function game(key: string, picture: string, to: string) {
  const texts = `home.games.${key}`;
  return { picture, to, name: `${texts}.name`, line: `${texts}.line`, status: `${texts}.status` };
}
