const tokensPerCall = 0.1;
const mostTokens = 10;

/** Lets at most one call in ten be a repeat, so that retries cannot keep a weak service down. */
export class RetryBudget {
  #tokens = mostTokens;

  noteCall(): void {
    this.#tokens = Math.min(mostTokens, this.#tokens + tokensPerCall);
  }

  /** Takes one repeat out of the budget; false when it is used up. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
