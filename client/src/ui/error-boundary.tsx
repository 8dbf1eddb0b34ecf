import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of what has failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Keeps an exception in a component from taking the whole page with it. The error is on the browser's
 * console, where React puts it, and is sent nowhere: it may hold what somebody has typed.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
