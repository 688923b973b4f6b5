declare global {
  interface Window {
    seenShifts?: string[];
  }
}

/** Runs in the page before all of its scripts: sends on what is wrong, writes down what jumped. */
export function record(complaintsPath: string): void {
  const complain = (what: string) => navigator.sendBeacon(complaintsPath, what);

  const { error } = console;
  console.error = (...said) => {
    complain(said.map(String).join(' '));
    error(...said);
  };
  // Captured, since the error of what cannot be loaded reaches its own element alone.
  addEventListener(
    'error',
    ({ message, target }) => {
      const lost = target as Partial<HTMLScriptElement & HTMLLinkElement> | null;
      complain(message ?? `Not loaded: ${lost?.src || lost?.href}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => complain(`Not handled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complain(`Refused by ${violatedDirective}: ${blockedURI}`),
  );

  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
  const shifts: string[] = [];
  window.seenShifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      const moved = sources.map(({ node }) => node?.textContent?.trim().slice(0, 40));
      if (!hadRecentInput) shifts.push(`${value.toFixed(5)} ${moved}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
