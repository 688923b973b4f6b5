import { Component, type PropsWithChildren } from 'react';

interface Props extends PropsWithChildren {
  onError: () => void;
}

/** A section that throws while rendering takes nothing but itself down. */
export class SectionBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
