/** What a callback names. Everything else it says is read from the API. */
export interface CallbackHint {
  /** The lender's own id of the event; null where it sends none. */
  readonly eventId: string | null;
  readonly eventType: string;
  /** The UUIDs in it, lower case: among them are those of the applications and requests it is about. */
  readonly ids: readonly string[];
}

const name = /^[\w.:-]{1,100}$/;
const maxIds = 20;
const maxDepth = 8;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads a callback of whatever form: the description leaves its fields open. Nothing else of it is
 * kept, since any other text may be about the person.
 */
export function readHint(body: unknown): CallbackHint {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const { event_id, event_type } = fields as Record<string, unknown>;
  const ids = new Set(uuidsIn(body, maxDepth));
  return {
    eventId: nameOf(event_id),
    eventType: nameOf(event_type) ?? 'unknown',
    ids: [...ids].slice(0, maxIds),
  };
}

function nameOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && name.test(text) ? text : null;
}

function uuidsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value.toLowerCase()] : [];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((each) => uuidsIn(each, depth - 1));
}
