/** Of work without a lane. */
const maxInFlight = 64;
const maxInFlightPerLane = 8;
/** Over all lanes: receivers that hang take no place from work without one, nor soon from each other. */
const maxInFlightInLanes = 1_024;

type Work = Readonly<{ lane: string }>;

/** How much more may run beside what is running now. */
export class Lanes {
  readonly #counts = new Map<string, number>();
  #running = 0;

  constructor(running: Iterable<Work>) {
    for (const work of running) this.take(work);
  }

  hasRoom(): boolean {
    return this.#running < maxInFlight + maxInFlightInLanes;
  }

  full(): string[] {
    return [...this.#counts.keys()].filter((lane) => this.#isFull(lane));
  }

  /** Takes a place for the work; false when its lane has none. */
  take({ lane }: Work): boolean {
    if (this.#isFull(lane)) return false;
    this.#counts.set(lane, (this.#counts.get(lane) ?? 0) + 1);
    this.#running += 1;
    return true;
  }

  #isFull(lane: string): boolean {
    const places = lane === '' ? maxInFlight : maxInFlightPerLane;
    return (this.#counts.get(lane) ?? 0) >= places;
  }
}
