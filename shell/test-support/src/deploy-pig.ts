import { deploy } from '@portfolio/cli/deploy/deploy.ts';
import { skipInspection } from '@portfolio/cli/deploy/inspection.ts';

/** A process of its own that deploys a folder as `pig`: `deploy-pig.ts <store> <source>`. */
const [folder = '', source = ''] = process.argv.slice(2);
const release = await deploy({ folder }, { name: 'pig', source, inspection: skipInspection() });
console.log(release.id);
