import fs from 'node:fs'
const d='/tmp/z/games-prof/'
let best=fs.readdirSync(d).map(f=>d+f).sort((a,b)=>fs.statSync(b).size-fs.statSync(a).size)[0]
const p=JSON.parse(fs.readFileSync(best))
const nodes=new Map(p.nodes.map(n=>[n.id,n])); const self=new Map()
p.samples.forEach((id,i)=>self.set(id,(self.get(id)??0)+p.timeDeltas[i]))
const agg=new Map(), incl=new Map()
function walk(id,inside,stack){const n=nodes.get(id); const nm=n.callFrame.functionName+' '+n.callFrame.url.split('/').slice(-1)[0]+':'+n.callFrame.lineNumber
 const ins=inside||n.callFrame.functionName===process.argv[2]
 const s=self.get(id)??0
 if(ins){agg.set(nm,(agg.get(nm)??0)+s); for(const x of new Set([...stack,nm])) incl.set(x,(incl.get(x)??0)+s)}
 for(const c of n.children??[]) walk(c,ins,ins?[...stack,nm]:stack)}
walk(p.nodes[0].id,false,[])
const tot=[...agg.values()].reduce((a,b)=>a+b,0)
console.log('total ms',tot/1000)
const show=m=>[...m].sort((a,b)=>b[1]-a[1]).slice(0,28).forEach(([k,v])=>console.log((100*v/tot).toFixed(1).padStart(6),k))
show(agg); console.log('--- inclusive'); show(incl)
