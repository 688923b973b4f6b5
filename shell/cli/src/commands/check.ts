import { storeIn } from '@portfolio/releases/store.ts';
import { check } from '../deploy/deploy.ts';
import { findDeployable, readSettings } from '../project.ts';

/** `portfolio check [name]` */
export async function checkOnly(name: string | undefined): Promise<void> {
  const deployable = await findDeployable(name);
  await check(storeIn(readSettings().DATA_DIR), deployable);
  console.log(`${deployable.name} could be deployed.`);
}
