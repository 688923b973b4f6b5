import { Component, type ComponentClass, type ComponentType, Suspense, use } from 'react';

/** React reads `status` and `value`: what has come once is there at once. */
type Finding<Props> = Promise<ComponentType<Props>> & {
  status?: 'fulfilled';
  value?: ComponentType<Props>;
};

/** The part, and a way to load its file before it is rendered. */
interface LazyPart<Props> extends ComponentClass<Props> {
  /** Never rejects. @returns whether it came */
  fetch(): Promise<boolean>;
}

/**
 * A part of a page whose file is fetched when it is first needed. It takes nothing away from the page: where
 * its file is lost, or where it throws, another component stands in its place with the same props for as
 * long as it is shown. Its file is requested again the next time it is shown.
 * @param load imports the component; the build has every import of a released script request a lost file twice
 * @param Without what there is without it
 * @param deadlineMs after which a file counts as lost; none for a part that a prerendered page has already
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props>,
  deadlineMs?: number,
): LazyPart<Props> {
  let known: Finding<Props> | undefined;

  function find(): Finding<Props> {
    if (known) return known;
    const late = new Promise<never>((_resolve, reject) => {
      const error = new DOMException(`No answer in ${deadlineMs} ms`, 'TimeoutError');
      if (deadlineMs) setTimeout(reject, deadlineMs, error);
    });
    const finding: Finding<Props> = Promise.race([load(), late]).catch((error) => {
      console.warn('A part of the page could not be loaded', error);
      known = undefined;
      return Without;
    });
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
