import { remoteConfig } from '@portfolio/cli/bundler';

export default remoteConfig(import.meta.dirname);
