import { Component, type PropsWithChildren } from 'react';
import { SectionFailed } from './section-failed.tsx';

interface Props extends PropsWithChildren {
  onRetry: () => void;
}

/** A section that throws while rendering takes nothing but itself down. */
export class SectionBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? (
      <SectionFailed onRetry={this.props.onRetry} />
    ) : (
      this.props.children
    );
  }
}
