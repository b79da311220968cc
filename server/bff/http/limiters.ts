import type { Clock } from '../../platform/clock.ts';
import { hourMs, minuteMs } from '../../platform/durations.ts';
import { NetworkLimiter } from '../../platform/network-limiter.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { RateLimits } from '../context.ts';
import { BffError } from '../errors.ts';

/** The limits of calls. Each throws a BffError `rate_limited`; no network, no limit by network. */
export interface Limiters {
  call(network: string | undefined): void;
  open(network: string | undefined, publishableKey: string): void;
  /** The page of a link, which names no merchant. */
  openPage(network: string | undefined): void;
  /** A merchant's server opens all of its checkouts from one address. */
  openByServer(publishableKey: string): void;
  callOf(checkoutId: string): void;
  /** Apart from those of the consumer's page, also where the checkout is another merchant's. */
  callByServer(publishableKey: string, checkoutId: string): void;
  /** Lists over all checkouts of a merchant. */
  listByServer(publishableKey: string): void;
  application(checkoutId: string): void;
  /** All places for applications are taken. */
  isOverloaded(): boolean;
  /** Takes one of the places that this process has for applications, until `endApplication`. */
  beginApplication(): void;
  endApplication(): void;
  /** Holds back whoever guesses somebody's SSN, with another one in each application. */
  softPull(network: string | undefined): void;
  /** For a network that has sent too many wrong callback passwords, before its next is checked. */
  callback(network: string): void;
  /** Counts a wrong callback password; throws nothing. */
  wrongPassword(network: string): void;
}

/** The length of a UUID. Each key is remembered, and a longer one would cost memory. */
const idLength = 36;

/** Seconds until there are places again. */
const overloadRetryAfterSeconds = 2;

/** One for all who are refused: to note where it was made would cost as much as the answer. */
export const OVERLOADED: BffError = new BffError('rate_limited', {
  retryAfterSeconds: overloadRetryAfterSeconds,
});

export function createLimiters(clock: Clock, limits: RateLimits): Limiters {
  const perMinute = (calls: number) =>
    new RateLimiter(() => clock.now(), { calls, perMs: minuteMs });
  const ofNetworks = (each: number, perMs: number) =>
    new NetworkLimiter(() => clock.now(), { calls: each, perMs });
  const calls = ofNetworks(limits.callsPerAddress, minuteMs);
  const opens = ofNetworks(limits.opensPerAddress, minuteMs);
  const opensOfMerchant = perMinute(limits.opensPerMerchant);
  const callsOfCheckout = perMinute(limits.callsPerCheckout);
  const applications = perMinute(limits.applicationsPerCheckout);
  const wrongPasswords = ofNetworks(limits.wrongPasswordsPerAddress, minuteMs);
  const softPulls = ofNetworks(limits.softPullsPerAddressAnHour, hourMs);
  let applicationsUnderWay = 0;
  const isOverloaded = () => applicationsUnderWay >= limits.applicationsAtATime;
  return {
    call: (network) => takeOfNetwork(calls, network),
    open: (network, publishableKey) => {
      takeOfNetwork(opens, network);
      takeOf(opensOfMerchant, publishableKey);
    },
    openPage: (network) => takeOfNetwork(opens, network),
    openByServer: (publishableKey) => takeOf(opensOfMerchant, publishableKey),
    callOf: (checkoutId) => takeOf(callsOfCheckout, checkoutId),
    callByServer: (publishableKey, checkoutId) =>
      takeOf(callsOfCheckout, `${publishableKey} ${checkoutId.slice(0, idLength)}`),
    listByServer: (publishableKey) => takeOf(callsOfCheckout, publishableKey),
    application: (checkoutId) => takeOf(applications, checkoutId),
    isOverloaded,
    beginApplication: () => {
      if (isOverloaded()) throw OVERLOADED;
      applicationsUnderWay += 1;
    },
    endApplication: () => {
      applicationsUnderWay -= 1;
    },
    softPull: (network) => takeOfNetwork(softPulls, network),
    callback: (network) => refuseFor(wrongPasswords.waitMs(network)),
    wrongPassword: (network) => void wrongPasswords.take(network),
  };
}

function takeOfNetwork(limiter: NetworkLimiter, network: string | undefined): void {
  if (network !== undefined) refuseFor(limiter.take(network));
}

function takeOf(limiter: RateLimiter, key: string): void {
  refuseFor(limiter.take(key));
}

function refuseFor(waitMs: number): void {
  if (waitMs === 0) return;
  throw new BffError('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
