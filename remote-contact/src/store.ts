import { useSyncExternalStore } from 'react';

/** A value that outlives the page's components: it is there again after a visit elsewhere. */
export interface Store<Value> {
  read(): Value;
  write(value: Value): void;
  /** The value as a hook. */
  use(): Value;
}

/** Made once, outside of all components. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const watchers = new Set<() => void>();
  const read = () => value;
  const watch = (onChange: () => void) => {
    watchers.add(onChange);
    return () => watchers.delete(onChange);
  };
  return {
    read,
    write(next) {
      value = next;
      for (const onChange of watchers) onChange();
    },
    // A prerendered page was made from the initial value.
    use: () => useSyncExternalStore(watch, read, () => initial),
  };
}
