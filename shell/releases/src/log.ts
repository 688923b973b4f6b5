/** What the store needs of a log; the API hands in its own. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
