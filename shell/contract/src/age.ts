const units = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
] as const;

/** A time span in its largest unit, for a table: `3 h`. */
export function ageOf(ms: number): string {
  const largest = units.find((unit) => ms >= unit.ms);
  return largest ? `${Math.floor(ms / largest.ms)} ${largest.unit}` : '< 1 min';
}
