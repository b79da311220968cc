import type { FlowCommand } from '../contract/flow-message.ts';

/** The embed's end of the line to the flow, wherever the flow runs. */
export interface FlowConnection {
  /** What the embed draws: the flow itself, or the frame that it runs in. */
  readonly element: HTMLElement;
  /** Whether anything receives what is sent. */
  readonly isOpen: boolean;
  send(command: FlowCommand): void;
  focus(options?: FocusOptions): void;
  /** The element is off the page, or the flow is wanted elsewhere. */
  close(): void;
}

export function focusCommand({ preventScroll = false }: FocusOptions = {}): FlowCommand {
  return { type: 'focus', prevent_scroll: preventScroll };
}
