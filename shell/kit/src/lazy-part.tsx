import { Component, type ComponentType } from 'react';

/** A file that takes longer counts as lost for what is shown now, in ms. */
const deadlineMs = 3000;

/**
 * A part of a page whose file is fetched when it is first needed. It takes nothing away from the page: where
 * its file is lost or late, or where it throws, another component stands in its place with the same props
 * for as long as it is shown. Its file is asked for twice, and again the next time it is shown.
 * @param load imports the component
 * @param Without what there is without it
 * @returns the part; its `fetch` has the file there before it is shown, and never rejects
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props>,
) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<unknown> | undefined;

  async function fetch(): Promise<boolean> {
    loading ??= load()
      .catch(load)
      .then(
        (loaded) => (Part = loaded),
        (error) => {
          loading = undefined;
          console.warn('A part of the page could not be loaded', error);
        },
      );
    await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, deadlineMs))]);
    return Part !== undefined;
  }

  return class LazyPart extends Component<Props, { isMissing: boolean }> {
    static fetch = fetch;

    override state = { isMissing: false };

    static getDerivedStateFromError() {
      return { isMissing: true };
    }

    override async componentDidMount() {
      if (!Part) this.setState({ isMissing: !(await fetch()) });
    }

    override render() {
      if (this.state.isMissing) return <Without {...this.props} />;
      return Part ? <Part {...this.props} /> : null;
    }
  };
}
