// Draws what stands in a table: the numbers of a chart are the values of the table's cells, and its
// colors are those of the page, in either theme.
import uPlot from '/back-office/assets/uplot.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const dollars = new Intl.NumberFormat(`${document.documentElement.lang}-US`, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** The labels of a table's rows, and the numbers of each of its columns that has some. */
function readTable(table) {
  const rows = [...table.tBodies[0].rows];
  const labels = rows.map((row) => row.cells[0].textContent.trim());
  const numbers = rows.map((row) =>
    [...row.querySelectorAll('data')].map(({ value }) => Number(value)),
  );
  const columns = (numbers[0] ?? []).map((_number, at) => numbers.map((row) => row[at]));
  return { labels, columns };
}

/** A custom property as a color that a canvas takes. */
function colorOf(name) {
  const probe = document.createElement('span');
  probe.className = `color-probe ${name}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const fontOf = (element) => `12px ${getComputedStyle(element).fontFamily}`;

/** Columns side by side, a group of them for each week. */
function weeks(element, { labels, columns }) {
  const grid = { stroke: colorOf('line'), width: 1 };
  const text = { stroke: colorOf('soft'), font: fontOf(element), ticks: { show: false } };
  const names = ['charged', 'settled', 'refunded'];
  const group = 0.72;
  const bar = group / names.length;
  const top = Math.max(...columns.flat(), 100_00);
  const series = names.map((name, at) => ({
    width: 0,
    fill: colorOf(name),
    points: { show: false },
    paths: uPlot.paths.bars({
      size: [1],
      radius: [0.2, 0],
      disp: {
        x0: { unit: 1, values: () => labels.map((_label, index) => index - group / 2 + at * bar) },
        size: { unit: 1, values: () => labels.map(() => bar) },
      },
    }),
  }));
  return {
    height: 240,
    padding: [12, 22, 0, 0],
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      y: { range: [0, top * 1.08] },
    },
    axes: [
      {
        ...text,
        size: 28,
        grid: { show: false },
        splits: (self) => everyOther(labels, self.width),
        values: (_self, at) => at.map((index) => labels[index] ?? ''),
      },
      {
        ...text,
        grid,
        size: 56,
        space: 40,
        values: (_self, cents) => cents.map((each) => dollars.format(each / 100)),
      },
    ],
    series: [{}, ...series],
    data: [labels.map((_label, index) => index), ...columns],
  };
}

/** As many labels as there is room for; the last week is always named. */
function everyOther(labels, width) {
  const step = Math.ceil(labels.length / Math.max(1, Math.floor(width / 72)));
  return labels
    .map((_label, index) => index)
    .filter((index) => (labels.length - 1 - index) % step === 0);
}

const labelGap = 12;

/** How wide the widest of some texts is, in pixels. */
function widest(texts, font) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  return Math.ceil(Math.max(...texts.map((text) => context.measureText(text).width)));
}

/** Bars that lie below one another, each with its number at its end. */
function funnel(element, { labels, columns: [counts] }) {
  const text = { stroke: colorOf('ink'), font: fontOf(element), ticks: { show: false } };
  const most = Math.max(...counts, 1);
  const indexes = labels.map((_label, index) => index);
  return {
    height: 240,
    padding: [4, 44, 4, 0],
    scales: {
      x: { time: false, ori: 1, dir: -1, range: [-0.5, labels.length - 0.5] },
      y: { ori: 0, dir: 1, range: [0, most] },
    },
    axes: [
      {
        ...text,
        side: 3,
        size: widest(labels, text.font) + labelGap,
        grid: { show: false },
        splits: () => indexes,
        values: (_self, at) => at.map((index) => labels[index]),
      },
      { show: false, side: 2 },
    ],
    series: [
      {},
      {
        width: 0,
        fill: colorOf('charged'),
        points: { show: false },
        paths: uPlot.paths.bars({ size: [0.62], radius: [0.2, 0] }),
      },
    ],
    hooks: { draw: [(self) => writeCounts(self, counts, element)] },
    data: [indexes, counts],
  };
}

function writeCounts({ ctx, valToPos }, counts, element) {
  ctx.save();
  ctx.fillStyle = colorOf('ink');
  ctx.font = `600 ${12 * devicePixelRatio}px ${getComputedStyle(element).fontFamily}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const [index, count] of counts.entries()) {
    const x = valToPos(count, 'y', true) + 6 * devicePixelRatio;
    ctx.fillText(String(count), x, valToPos(index, 'x', true));
  }
  ctx.restore();
}

const kinds = { weeks, funnel };

for (const element of document.querySelectorAll('[data-chart]')) {
  const numbers = readTable(document.getElementById(element.dataset.table));
  let chart;
  const draw = () => {
    chart?.destroy();
    const { data, ...options } = kinds[element.dataset.chart](element, numbers);
    const still = { cursor: { show: false }, legend: { show: false }, select: { show: false } };
    chart = new uPlot({ ...still, ...options, width: element.clientWidth }, data, element);
  };
  draw();
  dark.addEventListener('change', draw);
  let width = element.clientWidth;
  new ResizeObserver(() => {
    if (element.clientWidth === width) {
      return;
    }
    width = element.clientWidth;
    chart.setSize({ width, height: chart.height });
  }).observe(element);
}
