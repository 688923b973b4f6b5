import { Component, type ComponentClass, type ComponentType, Suspense, use } from 'react';

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
  let known: Promise<ComponentType<Props>> | undefined;

  function find(): Promise<ComponentType<Props>> {
    if (known) return known;
    const late = new Promise<never>((_resolve, reject) => {
      if (deadlineMs) setTimeout(reject, deadlineMs, new Error(`No answer in ${deadlineMs} ms`));
    });
    const finding = Promise.race([load(), late]).catch((error) => {
      console.warn('A part of the page could not be loaded', error);
      known = undefined;
      return Without;
    });
    // React reads these, so a loaded part renders without suspending.
    finding.then((value) => Object.assign(finding, { status: 'fulfilled', value }));
    known = finding;
    return finding;
  }

  function Found({ finding, props }: { finding: Promise<ComponentType<Props>>; props: Props }) {
    const Part = use(finding);
    return <Part {...props} />;
  }

  return class extends Component<Props, { isBroken: boolean }> {
    static fetch = async () => (await find()) !== Without;

    override state = { isBroken: false };
    readonly #finding = find();

    static getDerivedStateFromError() {
      return { isBroken: true };
    }

    override render() {
      if (this.state.isBroken) return <Without {...this.props} />;
      return (
        <Suspense fallback={null}>
          <Found finding={this.#finding} props={this.props} />
        </Suspense>
      );
    }
  };
}
