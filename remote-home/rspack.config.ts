import { remoteConfig } from '../rspack.shared.ts';

export default remoteConfig(import.meta.dirname);
