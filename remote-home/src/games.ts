/** The games, as the tiles show them: picture, texts and story go by the project's slug. */
export const games = ['truffle-trumps', 'mud-inc', 'wall-and-order'].map((slug) => ({
  picture: `games/${slug}`,
  to: `/portfolio#${slug}`,
  name: `home.games.${slug}.name`,
  line: `home.games.${slug}.line`,
  status: `home.games.${slug}.status`,
}));
