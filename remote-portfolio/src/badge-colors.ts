/** One hue for each colour; the badge mixes it with the theme's own colours. */
export const badgeColors = {
  blue: '#2f6bff',
  orange: '#f47b16',
  'light-blue': '#12b5e5',
  purple: '#9333ea',
  grey: '#7d8590',
  green: '#1fa05a',
  red: '#e5383b',
  yellow: '#e8b407',
} as const;

export type BadgeColor = keyof typeof badgeColors;
