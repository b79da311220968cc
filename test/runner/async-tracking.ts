import { createHook } from 'node:async_hooks';

type AsyncHook = ReturnType<typeof createHook>;

const hooks = new Set<AsyncHook>();
const prototype: AsyncHook = Object.getPrototypeOf(createHook({}));
const { enable } = prototype;
prototype.enable = function enableAndRemember() {
  hooks.add(this);
  return enable.call(this);
};

/**
 * node:test follows every promise, to know which suite a `describe` after an `await` belongs to. It
 * needs that while a file is loaded; in the tests themselves it would take a fifth of the time.
 * What was enabled before this file was loaded is not touched.
 */
export function followPromises(): void {
  for (const hook of hooks) hook.enable();
}

export function leavePromises(): void {
  for (const hook of hooks) hook.disable();
}
