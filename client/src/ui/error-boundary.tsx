import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown in place of the failed component. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Keeps an exception in a component from breaking the whole page. React logs the error to the
 * browser's console. It is sent nowhere, because it may contain something that a visitor has typed.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
