import { makeFigures } from './figures.js'
import { Rates } from './rates.js'
import { act, Refused, readData, remember, token } from './requests.js'
import { buttonColumn, makeTable, textColumn } from './tables.js'
import { ageText, messageOf, msText, rateText } from './text.js'

/** @typedef {import('../history.ts').Sample} Sample */
/** @typedef {import('../monitor-data.ts').MonitorData} MonitorData */
/** @typedef {import('../monitor-data.ts').RoomRow} RoomRow */
/** @typedef {import('../monitor-data.ts').PlayerRow} PlayerRow */

const EVERY_MS = 1000
const SHOWN_MS = 120_000

/** @type {Sample[]} */
let samples = []
/** When the newest answer was made, on the server's clock. */
let atMs = 0
/** @type {string | null} */
let selected = null
/** What the selected room is called. */
let title = ''
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
/** How often the server has been asked. */
let turns = 0
const rates = new Rates()

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
function element(id) {
  return /** @type {T} */ (document.getElementById(id))
}

const showFigures = makeFigures(element('figures'))

/** @param {RoomRow | PlayerRow} row */
const keyOf = (row) => ('key' in row ? `room ${row.key}` : `player ${selected} ${row.id}`)

/** @param {{ id: string, game: string }} room */
const titleOf = ({ game, id }) => (id === '' ? `${game} (no name)` : `${game}/${id}`)

/**
 * The rate of a row's bytes.
 * @param {RoomRow | PlayerRow} row
 * @param {'bytesIn' | 'bytesOut'} way
 */
const rateOf = (row, way) => rateText(rates.of(`${way} ${keyOf(row)}`, row[way], atMs))

const showRooms = makeTable(
  element('rooms'),
  [
    buttonColumn({
      className: 'name foreign',
      textOf: titleOf,
      labelOf: (/** @type {RoomRow} */ room) => `Show the players of ${titleOf(room)}`,
      press: (room) => select(room),
    }),
    textColumn('number', ({ connected, away }) =>
      away > 0 ? `${connected} + ${away} away` : `${connected}`,
    ),
    textColumn('number wide', ({ tick }) => String(tick)),
    textColumn('number', ({ tickMs }) => msText(tickMs)),
    textColumn('number wide', (room) => rateOf(room, 'bytesIn')),
    textColumn('number wide', (room) => rateOf(room, 'bytesOut')),
    buttonColumn({
      className: 'danger',
      textOf: () => 'Close',
      labelOf: (room) => `Close ${titleOf(room)}`,
      press: (room) =>
        ask(
          `Close the room ${titleOf(room)}? All its players are disconnected, and its state is lost.`,
          'Close the room',
          () => act('close', { room: room.key }),
        ),
    }),
  ],
  ({ key }) => key,
)

const showPlayers = makeTable(
  element('players'),
  [
    { className: '', fill: fillPlayer },
    textColumn('wide', ({ address }) => address ?? '–'),
    textColumn('number', ({ rttMs }) => (rttMs === null ? '–' : `${Math.round(rttMs)} ms`)),
    textColumn('', ({ link }) => link ?? 'away'),
    textColumn('number wide', (/** @type {PlayerRow} */ player) => rateOf(player, 'bytesIn')),
    textColumn('number wide', (player) => rateOf(player, 'bytesOut')),
    textColumn('number wide', ({ ageMs }) => ageText(ageMs)),
    buttonColumn({
      className: 'danger',
      textOf: () => 'Kick',
      labelOf: ({ id }) => `Kick player ${id}`,
      press: ({ id }) =>
        ask(`Kick player ${id} of ${title}? The player can join again.`, 'Kick the player', () =>
          act('kick', { room: selected ?? '', player: String(id) }),
        ),
    }),
  ],
  ({ id }) => String(id),
)

/**
 * The id of a player, the profile, and on narrow screens what has no column there.
 * @param {HTMLTableCellElement} cell
 * @param {PlayerRow} player
 */
function fillPlayer(cell, { id, profile, address, ageMs }) {
  if (!cell.hasChildNodes())
    for (const className of ['', 'also foreign', 'also narrow'])
      cell.appendChild(document.createElement('div')).className = className
  const [name, about, also] = cell.children
  if (!name || !about || !also) return
  name.textContent = String(id)
  about.textContent = profile === '{}' ? '' : profile
  also.textContent =
    address === null ? '' : `${address}, ${ageText(ageMs).replaceAll(' ', '\u00a0')}`
}

/**
 * Shows the players of a room, or hides them if they are shown.
 * @param {RoomRow} room
 */
function select(room) {
  selected = room.key === selected ? null : room.key
  title = titleOf(room)
  update()
}

/** @param {MonitorData} data */
function show(data) {
  // A server that has started anew counts from zero.
  if (data.atMs < atMs) {
    samples = []
    rates.clear()
  }
  atMs = data.atMs
  samples = [...samples, ...data.samples].filter((sample) => atMs - sample.atMs <= SHOWN_MS)
  say(
    data.unready === null ? 'Ready' : `Not ready: ${data.unready}`,
    data.unready === null ? 'good' : 'bad',
  )
  element('uptime').textContent = `up ${ageText(data.atMs)}`
  showFigures(samples)
  showRooms(data.rooms, ({ key }) => key === selected)
  element('no-rooms').hidden = data.rooms.length > 0
  const { roomsLeftOut } = data
  element('rooms-count').textContent = `${data.rooms.length + roomsLeftOut} open`
  element('left-out').textContent =
    roomsLeftOut > 0 ? `${roomsLeftOut} rooms with fewer players are not shown.` : ''
  showSelected(data.players)
}

/** @param {MonitorData['players']} players */
function showSelected(players) {
  element('players-section').hidden = selected === null
  element('players-title').textContent = `Players of ${title}`
  showPlayers(players ?? [])
  element('no-players').hidden = players !== null && players.length > 0
  element('no-players').textContent = players ? 'Nobody is in this room.' : 'This room has closed.'
}

/**
 * @param {string} text
 * @param {'good' | 'bad' | ''} className
 */
function say(text, className) {
  const state = element('state')
  state.className = className
  if (state.textContent !== text) state.textContent = text
}

/** Asks the server for news, and for more after a second. */
async function update() {
  clearTimeout(timer)
  const turn = ++turns
  try {
    const data = await readData(selected, samples.at(-1)?.atMs ?? 0)
    // A newer request is under way, perhaps for another room, or the token is forgotten.
    if (turn !== turns) return
    element('sign-in').hidden = true
    element('shown').hidden = false
    element('sign-out').hidden = false
    show(data)
  } catch (error) {
    if (turn !== turns) return
    const status = error instanceof Refused ? error.status : 0
    if (status === 401) return signOut('This token is wrong.')
    if (status !== 0 && element('shown').hidden) return signOut(messageOf(error))
    say(status === 0 ? 'The server does not answer. Trying again.' : messageOf(error), 'bad')
  }
  timer = setTimeout(update, EVERY_MS)
}

/**
 * Forgets the token, and asks for one.
 * @param {string} why
 */
function signOut(why) {
  clearTimeout(timer)
  turns++
  remember('')
  samples = []
  selected = null
  rates.clear()
  say('', '')
  element('uptime').textContent = ''
  element('shown').hidden = true
  element('sign-out').hidden = true
  element('sign-in').hidden = false
  element('why').textContent = why
  element('token').focus()
}

/**
 * Asks whether to do something, and does it.
 * @param {string} question
 * @param {string} word what the button says
 * @param {() => Promise<void>} run
 */
function ask(question, word, run) {
  /** @type {HTMLDialogElement} */
  const dialog = element('confirm')
  element('question').textContent = question
  const button = element('do-it')
  button.textContent = word
  button.onclick = async () => {
    dialog.close()
    await run().catch((error) => say(messageOf(error), 'bad'))
    update()
  }
  dialog.showModal()
  element('cancel').focus()
}

element('cancel').onclick = () => /** @type {HTMLDialogElement} */ (element('confirm')).close()
element('sign-out').onclick = () => signOut('')
element('sign-in').onsubmit = (event) => {
  event.preventDefault()
  /** @type {HTMLInputElement} */
  const input = element('token')
  remember(input.value.trim())
  input.value = ''
  element('why').textContent = ''
  update()
}

if (token() === '') signOut('')
else update()
