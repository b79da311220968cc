import { IllegalTransitionError } from '../../../platform/illegal-transition-error.ts';

/** The moves of one kind of record: from a state, on an event, to a state. Nothing else is legal. */
export interface StateMachine<State extends string, Event extends string> {
  /** What is moved, for messages. */
  subject: string;
  /** States in which a record may begin. */
  initial: readonly State[];
  moves: { readonly [From in State]: { readonly [On in Event]?: State } };
}

/** The state after an event. @throws IllegalTransitionError when the table has no such move */
export function transition<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  from: State,
  event: Event,
): State {
  const to = machine.moves[from][event];
  if (to !== undefined) return to;
  const after = statesAfter(machine, event).join(' or ');
  throw new IllegalTransitionError(machine.subject, from, after, event);
}

/** True if the table has a move for the event. */
export function canMove<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  from: State,
  event: Event,
): boolean {
  return machine.moves[from][event] !== undefined;
}

/** The states from which an event may happen, for a conditional update. */
export function statesBefore<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  event: Event,
): State[] {
  return statesOf(machine).filter((state) => canMove(machine, state, event));
}

function statesAfter<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  event: Event,
): State[] {
  const after = statesOf(machine).map((state) => machine.moves[state][event]);
  return [...new Set(after.filter((state) => state !== undefined))];
}

/** Every state of a machine. */
export function statesOf<State extends string>(machine: StateMachine<State, string>): State[] {
  // The table is keyed by every state and nothing else, which its type demands.
  return Object.keys(machine.moves) as State[];
}
