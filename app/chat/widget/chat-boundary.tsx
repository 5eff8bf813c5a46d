import { Component, type ReactNode } from 'react';

interface ChatBoundaryProps {
  readonly onFault: () => void;
  readonly children: ReactNode;
}

/** Keeps an error in the chat from breaking the page. */
export class ChatBoundary extends Component<ChatBoundaryProps, { readonly isFaulty: boolean }> {
  override readonly state = { isFaulty: false };

  static getDerivedStateFromError() {
    return { isFaulty: true };
  }

  override componentDidCatch() {
    this.props.onFault();
  }

  override render() {
    return this.state.isFaulty ? null : this.props.children;
  }
}
