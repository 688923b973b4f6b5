import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';

const root = path.join(import.meta.dirname, '../..');

interface Workflow {
  on: object;
  jobs: Record<string, { if?: string; steps: { run?: string; uses?: string; env?: object }[] }>;
}

const read = (name: string) =>
  load(readFileSync(path.join(root, '.github/workflows', name), 'utf8')) as Workflow;
const commandsOf = ({ jobs }: Workflow) =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

test('the workflow of this repository runs what CI runs', () => {
  expect(commandsOf(read('check.yml'))).toEqual(['.ci/run']);
  expect(statSync(path.join(root, '.ci/run')).mode & 0o100).toBe(0o100);
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const lines = readFileSync(path.join(root, '.ci/run'), 'utf8').matchAll(/^npm (?:run )?(\S+)/gm);
  const named = [...lines].map(([, script = '']) => script);
  expect(named).toEqual(['test', 'check', 'bench']);
  for (const script of named) expect(scripts).toHaveProperty(script);
});

// Its commands are run by shell/e2e/a-team-publishes-from-anywhere.spec.ts.
test('the workflow for teams does nothing in this repository, and holds no key', () => {
  const workflow = read('../../shell/cli/template/team/.github/workflows/publish.yml');
  expect(workflow.jobs.publish?.if).toContain("vars.PORTFOLIO_SITE != ''");
  const step = workflow.jobs.publish?.steps.at(-1);
  expect(step?.run).toBe('npx portfolio deploy --to "$PORTFOLIO_SITE"');
  const secrets = ['vars.PORTFOLIO_SITE', 'secrets.PORTFOLIO_KEY'].map((name) => `\${{ ${name} }}`);
  expect(Object.values(step?.env ?? {})).toEqual(secrets);
});
