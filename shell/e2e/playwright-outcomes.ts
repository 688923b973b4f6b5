import type { Reporter, Suite } from '@playwright/test/reporter';
import { noteOutcomes } from '@portfolio/test-support/outcomes.ts';

/** A reporter of Playwright. */
export default class PlaywrightOutcomes implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(): void {
    const tests = this.suite?.allTests() ?? [];
    const that = (outcome: string) => tests.filter((test) => test.outcome() === outcome);
    noteOutcomes({
      passed: that('expected').length,
      failed: that('unexpected').length + that('flaky').length,
      skipped: that('skipped').map(({ title, parent, annotations }) => {
        const reason = annotations.find(({ type }) => type === 'skip')?.description;
        return `${parent.project()?.name}: ${title} (${reason ?? 'it was not reached'})`;
      }),
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}
