declare global {
  interface Window {
    /** Lets the app go on by a turn. @returns whether it waited for one */
    takeTurn?: () => boolean;
    letGo?: () => void;
  }
}

/**
 * Runs in the page before all of its scripts: the app goes on when it is told to. React's scheduler
 * takes `setImmediate` for its turns where there is one, and ends a turn when its time is up; in time
 * that passes by being asked for, every turn is as long as on any machine.
 */
export function holdTurns(): void {
  const waiting: (() => void)[] = [];
  const { performance } = window;
  const realNow = performance.now.bind(performance);
  let asked = 0;
  let isHeld = true;
  performance.now = () => {
    asked += 1;
    return isHeld ? asked / 24 : realNow();
  };
  Object.assign(window, {
    setImmediate: (turn: () => void) => void (isHeld ? waiting.push(turn) : setTimeout(turn)),
    takeTurn() {
      const turn = waiting.shift();
      turn?.();
      return turn !== undefined;
    },
    letGo() {
      isHeld = false;
      for (const turn of waiting.splice(0)) turn();
    },
  });
}
