/** Something that needs a place on a sheet. */
interface Box {
  readonly width: number
  readonly height: number
}

/**
 * Finds places for boxes on a sheet of a given width: in rows, the high ones first, `gap` apart from each other and
 * from the edge. Calls `place` for each box, and returns how high the sheet needs to be.
 */
export function placeInRows<B extends Box>(
  boxes: readonly B[],
  sheetWidth: number,
  gap: number,
  place: (box: B, x: number, y: number) => void,
): number {
  let x = gap
  let y = gap
  let row = 0
  for (const box of [...boxes].sort((a, b) => b.height - a.height)) {
    if (x + box.width + gap > sheetWidth) {
      x = gap
      y += row + gap
      row = 0
    }
    place(box, x, y)
    x += box.width + gap
    row = Math.max(row, box.height)
  }
  return y + row + gap
}
