import { shellConfig } from '@portfolio/cli/bundler';

export default shellConfig(import.meta.dirname);
