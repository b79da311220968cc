import type { CheckoutStep } from '../contract/step.ts';
import type { CheckoutClient } from './checkout-client.ts';
import { readEvents } from './event-stream.ts';
import { openStream } from './open-stream.ts';
import { readStep } from './read-answer.ts';

export interface StreamedStep {
  id: string | null;
  step: CheckoutStep;
}

/**
 * The steps as they change, until the stream ends or fails; `onActivity` hears every sign of life.
 * @throws ClientError
 */
export async function* streamSteps(
  client: Pick<CheckoutClient, 'withRequest'>,
  lastEventId: string | null,
  signal: AbortSignal,
  onActivity: () => void,
): AsyncGenerator<StreamedStep> {
  const events = { method: 'GET', path: '/events', signal } as const;
  const body = await client.withRequest(events, (server, request) =>
    openStream(server, { ...request, lastEventId }),
  );
  onActivity();
  for await (const { id, event, data } of readEvents(body, onActivity)) {
    if (event === 'step') yield { id, step: await readStep(JSON.parse(data)) };
  }
}
