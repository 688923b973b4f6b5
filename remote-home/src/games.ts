/**
 * The games, the newest that is out first: texts and story go by the project's slug. Pictures are
 * written out: a deploy checks that every one that is named is there.
 */
export const games = [
  { slug: 'truffle-trumps', picture: 'games/truffle-trumps' },
  { slug: 'mud-inc', picture: 'games/mud-inc' },
  { slug: 'wall-and-order', picture: 'games/wall-and-order' },
];
