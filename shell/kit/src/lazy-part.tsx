import { Component, type ComponentClass, type ComponentType, lazy, Suspense } from 'react';

interface LazyPart<Props> extends ComponentClass<Props> {
  /** Loads the part before it is rendered. Never rejects. @returns whether the part is loaded */
  fetch(): Promise<boolean>;
}

/**
 * A part of a page whose file is fetched when it is first needed. If the file is lost or the part throws, a
 * fallback replaces it, and the file is requested again the next time.
 * @param load imports the component; a released script requests a lost file twice
 * @param Without the fallback, which gets the same props
 * @param deadlineMs after which a file counts as lost; none for a part of a prerendered page
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props>,
  deadlineMs?: number,
): LazyPart<Props> {
  let found: ComponentType<Props> | undefined;

  async function find(): Promise<ComponentType<Props>> {
    if (found) return found;
    const late = new Promise<never>((_resolve, reject) => {
      if (deadlineMs) setTimeout(reject, deadlineMs, new Error(`No answer in ${deadlineMs} ms`));
    });
    try {
      found = await Promise.race([load(), late]);
    } catch (error) {
      console.warn('A part of the page could not be loaded', error);
    }
    return found ?? Without;
  }

  return class extends Component<Props> {
    static fetch = async () => (await find()) !== Without;

    static getDerivedStateFromError = () => ({ Part: Without });

    // A part that is there renders at once.
    override state = { Part: found ?? lazy(async () => ({ default: await find() })) };

    override render() {
      const { Part } = this.state;
      return (
        <Suspense>
          <Part {...this.props} />
        </Suspense>
      );
    }
  };
}
