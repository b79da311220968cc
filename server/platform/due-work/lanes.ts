/** Of work without a lane. */
const maxInFlight = 64;
const leastInFlightPerLane = 8;
const mostInFlightPerLane = 64;
/** Over all lanes: receivers that hang take no place from work without one, nor soon from each other. */
const maxInFlightInLanes = 1_024;

type Work = Readonly<{ lane: string }>;

/** What runs of each lane, and how much more of it may. Work without a lane is of the lane ''. */
export class Lanes {
  readonly #running = new Map<string, number>();
  /** Of lanes that have more than the least. */
  readonly #places = new Map<string, number>();
  /** Of all lanes but ''. */
  #runningInLanes = 0;

  hasRoom(): boolean {
    return this.haveRoom || !this.#isFull('');
  }

  /** What has no lane is not claimed where there are no places for it. */
  get roomWithoutLane(): number {
    return maxInFlight - this.#runningOf('');
  }

  /** True if the lanes have any together. */
  get haveRoom(): boolean {
    return this.#runningInLanes < maxInFlightInLanes;
  }

  full(): string[] {
    return [...this.#running.keys()].filter((lane) => this.#isFull(lane));
  }

  /** Takes a place for the work; false when there is none. */
  take({ lane }: Work): boolean {
    if (this.#isFull(lane) || (lane !== '' && !this.haveRoom)) return false;
    this.#count(lane, 1);
    return true;
  }

  /** The work has ended. */
  release({ lane }: Work): void {
    this.#count(lane, -1);
  }

  /** Gives the lane of the work one more place. */
  grow({ lane }: Work): void {
    if (lane === '') return;
    this.#places.set(lane, Math.min(this.#placesOf(lane) + 1, mostInFlightPerLane));
  }

  /** Leaves the lane of the work the least places; what runs beyond them counts until it ends. */
  shrink({ lane }: Work): void {
    this.#places.delete(lane);
  }

  #count(lane: string, by: 1 | -1): void {
    const running = this.#runningOf(lane) + by;
    if (running > 0) this.#running.set(lane, running);
    else this.#running.delete(lane);
    if (lane !== '') this.#runningInLanes += by;
  }

  #isFull(lane: string): boolean {
    return this.#runningOf(lane) >= this.#placesOf(lane);
  }

  #runningOf(lane: string): number {
    return this.#running.get(lane) ?? 0;
  }

  #placesOf(lane: string): number {
    return lane === '' ? maxInFlight : (this.#places.get(lane) ?? leastInFlightPerLane);
  }
}
