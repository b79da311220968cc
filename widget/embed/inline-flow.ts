import type { FlowCommand, FlowMessage } from '../contract/flow-message.ts';
import { type FlowConnection, focusCommand } from './flow-connection.ts';

/** Runs the flow in the embed's own shadow root, for pages that the sponsor itself controls. */
export async function connectInlineFlow(
  receive: (message: FlowMessage) => void,
): Promise<FlowConnection> {
  const { defineFlow, flowTag } = await import('../flow/define-flow.ts');
  defineFlow();
  const element = document.createElement(flowTag);
  element.onMessage = receive;
  const send = (command: FlowCommand) => element.receive(command);
  return {
    element,
    isOpen: true,
    send,
    focus: (options) => send(focusCommand(options)),
    close: () => element.remove(),
  };
}
