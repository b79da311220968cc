import type { FlowMessage } from '../contract/flow-message.ts';
import { exportedParts } from '../styles/parts.ts';
import type { FlowConnection } from './flow-connection.ts';

/** Runs the flow in the embed's own shadow root, for pages that the sponsor itself controls. */
export async function connectInlineFlow(
  root: ParentNode,
  receive: (message: FlowMessage) => void,
): Promise<FlowConnection> {
  const { defineFlow, flowTag } = await import('../flow/define-flow.ts');
  defineFlow();
  const flow = document.createElement(flowTag);
  flow.setAttribute('exportparts', exportedParts);
  flow.onMessage = receive;
  root.append(flow);
  return {
    send: (command) => flow.receive(command),
    disconnect: () => flow.remove(),
  };
}
