import { noteOutcomes } from './outcomes.ts';

/** What Jest tells a reporter at the end, as far as it is used here. */
interface Results {
  numFailedTests: number;
  /** Files that could not be loaded, whose tests are unknown. */
  numRuntimeErrorTestSuites: number;
  testResults: { testResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

/** A reporter of Jest. */
export default class JestOutcomes {
  onRunComplete(_contexts: unknown, results: Results): void {
    const tests = results.testResults.flatMap((file) => file.testResults);
    noteOutcomes({
      passed: tests.filter(({ status }) => status === 'passed').length,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: tests
        .filter(({ status }) => status === 'pending')
        .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(': ')),
    });
  }
}
