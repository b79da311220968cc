/** What a callback names. Everything else it says is read from the API. */
export interface CallbackHint {
  readonly eventId: string;
  readonly eventType: string;
  readonly externalApplicationId: string | null;
  readonly paymentRequestUuid: string | null;
}

const maxLength = 200;

/**
 * Reads a callback of whatever form: the description leaves its fields open.
 * @param fallbackId names an event that has no id of its own
 */
export function readHint(body: unknown, fallbackId: string): CallbackHint {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (name: string): string | null => {
    const value = (fields as Record<string, unknown>)[name];
    const isUsable = typeof value === 'string' && value !== '' && value.length <= maxLength;
    return isUsable ? value : null;
  };
  return {
    eventId: text('event_id') ?? fallbackId,
    eventType: text('event_type') ?? 'unknown',
    externalApplicationId: text('external_application_id') ?? text('loan_id'),
    paymentRequestUuid: text('payment_request_uuid'),
  };
}
