import { testWith } from './test-with.ts';

testWith('PostgreSQL')('the rules of the store over PostgreSQL', () => {});
