/** The late parts of an own pig, in one file. */
export { PigCutter } from './pig-cutter.tsx';
export { PigFigure } from './pig-figure.tsx';
