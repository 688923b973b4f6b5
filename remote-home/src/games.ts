/** The games, the newest that is out first, as the tiles show them: texts and story go by the project's slug. */
export const games = [
  game('truffle-trumps', 'games/truffle-trumps'),
  game('mud-inc', 'games/mud-inc'),
  game('wall-and-order', 'games/wall-and-order'),
];

/** Pictures are written out: a deploy checks that every one that is named is there. */
function game(slug: string, picture: string) {
  return {
    slug,
    picture,
    to: `/portfolio#${slug}`,
    name: `home.games.${slug}.name`,
    line: `home.games.${slug}.line`,
    status: `home.games.${slug}.status`,
  };
}
