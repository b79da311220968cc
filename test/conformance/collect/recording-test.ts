// Stands in for node:test while tests are counted and not run: it notes their names.

export interface RecordedTest {
  /** The suites around it and its own name. */
  path: string[];
  isSkipped: boolean;
}

type Body = ((context: unknown) => unknown) | undefined;
type Options = { skip?: unknown; todo?: unknown };
type Arguments = [name: string, optionsOrBody?: Options | Body, body?: Body];

export const recorded: RecordedTest[] = [];

let suites: { name: string; isSkipped: boolean }[] = [];

function isOff(options: Options | Body): boolean {
  return typeof options === 'object' && Boolean(options.skip ?? options.todo);
}

function bodyOf([, second, third]: Arguments): Body {
  return typeof second === 'function' ? second : third;
}

function addSuite(isSkipped: boolean, ...given: Arguments): void {
  const outer = suites;
  suites = [...suites, { name: given[0], isSkipped: isSkipped || isOff(given[1]) }];
  // A suite's body only names its tests, at once; what it may promise is of no use here.
  void bodyOf(given)?.({});
  suites = outer;
}

function addTest(isSkipped: boolean, ...given: Arguments): void {
  recorded.push({
    path: [...suites.map(({ name }) => name), given[0]],
    isSkipped: isSkipped || isOff(given[1]) || suites.some((suite) => suite.isSkipped),
  });
}

const nothing = (): void => undefined;

function withModes(add: (isSkipped: boolean, ...given: Arguments) => void) {
  return Object.assign((...given: Arguments) => add(false, ...given), {
    only: (...given: Arguments) => add(false, ...given),
    skip: (...given: Arguments) => add(true, ...given),
    todo: (...given: Arguments) => add(true, ...given),
  });
}

export const describe = withModes(addSuite);
export const suite = describe;
export const it = withModes(addTest);
export const test = it;
export const before = nothing;
export const after = nothing;
export const beforeEach = nothing;
export const afterEach = nothing;
