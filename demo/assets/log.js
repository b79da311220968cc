/** Makes an element: `make('p', { className: 'hint' }, 'text', child)`. Text is never markup. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function clockTime(value) {
  const time = new Date(value);
  return Number.isNaN(time.getTime())
    ? ''
    : time.toLocaleTimeString('en-US', { hour12: false, timeZone: 'UTC' });
}

/** One list of the panel, newest first; entries are known by their key and drawn once a version. */
export class Log {
  #list;
  #empty;
  #count;
  #more;
  #drawn = new Map();

  constructor(id) {
    this.#list = document.querySelector(`#${id}-list`);
    this.#empty = document.querySelector(`#${id}-empty`);
    this.#count = document.querySelector(`#${id}-count`);
    this.#more = document.querySelector(`#${id}-more`);
    this.#more?.addEventListener('click', () => this.#toggle());
  }

  /** Shows `entries` ({key, version, draw}), newest first. What did not change keeps its focus. */
  show(entries) {
    if (!this.#list) {
      return;
    }
    const isFirst = this.#drawn.size === 0;
    const drawn = new Map(entries.map((entry) => [entry.key, this.#drawEntry(entry, isFirst)]));
    const items = [...drawn.values()].map(({ item }) => item);
    for (const { item } of this.#drawn.values()) {
      if (!items.includes(item)) {
        item.remove();
      }
    }
    // An item that is moved, even to where it stands, loses the focus in it.
    for (const [index, item] of items.entries()) {
      const there = this.#list.children[index] ?? null;
      if (there !== item) {
        this.#list.insertBefore(item, there);
      }
    }
    this.#drawn = drawn;
    this.#label(items.length);
  }

  #drawEntry({ key, version, draw }, isFirst) {
    const known = this.#drawn.get(key);
    if (known?.version === version) {
      return known;
    }
    const item = make('li', { className: `entry${isFirst ? '' : ' is-new'}` }, ...draw());
    return { version, item };
  }

  #label(count) {
    this.#count.textContent = String(count);
    this.#empty.hidden = count > 0;
    this.#more.hidden = count <= 4;
    const isWhole = this.#list.classList.contains('is-whole');
    this.#more.textContent = isWhole ? 'Show the newest only' : `Show all ${count}`;
  }

  #toggle() {
    this.#list.classList.toggle('is-whole');
    this.#label(this.#list.children.length);
  }
}
