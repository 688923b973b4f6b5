import { afterEach } from '@jest/globals';

/**
 * Stops what a test started when the test is over, also when it failed: the youngest first.
 * What a test has stopped itself may be stopped again.
 */
export function stopAfterEach() {
  const started: { stop: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const part of started.splice(0).reverse()) await part.stop();
  });
  return <Part extends { stop: () => Promise<unknown> }>(part: Part): Part => {
    started.push(part);
    return part;
  };
}
