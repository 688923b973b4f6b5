import { bringToHttps } from './https.ts';

// A process of its own, as a team's commands block the journey's until they end.
const [, , site = ''] = process.argv;
process.on('disconnect', () => process.exit());
const { origin } = await bringToHttps(site);
process.send?.(origin);
