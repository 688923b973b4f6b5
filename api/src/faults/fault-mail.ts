import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { formatRef } from '@portfolio/releases/release/release.ts';
import type { LocatedFault } from '@portfolio/releases/store/locate-faults.ts';

/** A live release that fails visitors. */
interface FailingRelease {
  ref: ReleaseRef;
  /** The number of visitor groups that it failed. */
  failed: number;
  thrown: readonly LocatedFault[];
  /** The release before, if there is one. */
  before: string | undefined;
}

/** The mail lists the most frequent errors; the command shows all. */
const mostThrown = 3;

/** Words the mail to the owner. */
export function faultMail({ ref, failed, thrown, before }: FailingRelease) {
  const { name } = ref;
  const [day, time] = new Date().toISOString().split(/[T.]/);
  const worst = thrown.toSorted((a, b) => b.visitors - a.visitors).slice(0, mostThrown);
  const errors = worst.flatMap(({ error, lines }) => [
    `  - ${error}`,
    ...lines.map((at) => `      at ${at}`),
  ]);
  const lines = [
    `By ${day} ${time} UTC ${formatRef(ref)} failed ${failed} visitors, as their browsers say.`,
    ...(errors.length > 0
      ? [
          '',
          'It threw:',
          '',
          ...errors,
          '',
          `All errors of ${name}: npx portfolio releases faults ${name}`,
        ]
      : ['They say of no error: a script that hangs, or does not arrive, throws none.']),
    '',
    'Such reports can be forged, so nothing was changed. This is the only mail about this release.',
    '',
    ...(before
      ? [`To go back to ${name}@${before}: npx portfolio rollback ${name}`]
      : [
          'There is no release before it to go back to.',
          `Deploy a repaired one: npx portfolio deploy ${name}`,
          ...(name === 'shell'
            ? []
            : [`To take it off the site until then: npx portfolio releases retire ${name}`]),
        ]),
    '',
  ];
  return { subject: `${formatRef(ref)} fails visitors`, text: lines.join('\n') };
}
