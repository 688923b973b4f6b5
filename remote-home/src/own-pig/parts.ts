/** What is fetched only for a pig of one's own, in one file. */
export { PigCutter } from './pig-cutter.tsx';
export { PigFigure } from './pig-figure.tsx';
