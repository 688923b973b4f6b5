import { shellConfig } from '../rspack.shared.ts';

export default shellConfig(import.meta.dirname);
