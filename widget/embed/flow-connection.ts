import type { FlowCommand, FlowMessage } from '../contract/flow-message.ts';

/** The embed's end of the line to the flow, wherever the flow runs. */
export interface FlowConnection {
  /** What the embed draws: the flow itself, or the frame that it runs in. */
  readonly element: HTMLElement;
  /** True if anything receives what is sent. */
  readonly isOpen: boolean;
  send(command: FlowCommand): void;
  focus(options?: FocusOptions): void;
  /** The element is off the page, or the flow is wanted elsewhere. */
  close(): void;
}

export function focusCommand({ preventScroll = false }: FocusOptions = {}): FlowCommand {
  return { type: 'focus', prevent_scroll: preventScroll };
}

/** Runs the flow in the embed's own shadow root, for pages that the sponsor itself controls. */
export async function connectInlineFlow(
  receive: (message: FlowMessage) => void,
): Promise<FlowConnection & { sheets: readonly CSSStyleSheet[] }> {
  const { defineFlow, flowTag, flowSheets } = await import('../flow/inline-flow.ts');
  defineFlow();
  const element = document.createElement(flowTag);
  element.onMessage = receive;
  const send = (command: FlowCommand) => element.receive(command);
  return {
    element,
    isOpen: true,
    sheets: flowSheets,
    send,
    focus: (options) => send(focusCommand(options)),
    close: () => element.remove(),
  };
}
