import { remoteConfig } from '@portfolio/kit/build';

export default remoteConfig(import.meta.dirname);
